/** Loaded into programs that tests start on Windows: emits messages of the IPC channel as signals. */
process.on('message', (name: NodeJS.Signals) => process.emit(name));
process.channel?.unref();
