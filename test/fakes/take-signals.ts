/** In a program a test has started on Windows: what comes over the channel counts as a signal. */
process.on('message', (name: NodeJS.Signals) => process.emit(name));
process.channel?.unref();
