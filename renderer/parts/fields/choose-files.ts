/** Opens the system's dialog for build files; `take` is called when some were chosen. Wants a click or key press. */
export function chooseBuilds(take: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.ipa,.apk';
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) take(files);
  });
  input.click();
}
