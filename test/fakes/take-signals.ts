/** Loaded into programs that tests start on Windows. Emits a signal for each message on the IPC channel. */
process.on('message', (name: NodeJS.Signals) => process.emit(name));
process.channel?.unref();
