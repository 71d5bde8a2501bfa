/** Hands a text to the person as a file: the browser's or the system's own way of saving one follows. */
export function offerFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The file is read from it when the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
