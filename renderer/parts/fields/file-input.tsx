import type { Ref } from 'react';
import { Button } from '../button.tsx';

type Props = {
  readonly ref: Ref<HTMLInputElement>;
  readonly accept: string;
  readonly label: string;
  readonly onFile: (file: File) => void;
};

export function FileInput({ ref, accept, label, onFile }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      aria-label={label}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file) onFile(file);
        // Otherwise, choosing the same file again after editing it would cause no event.
        event.currentTarget.value = '';
      }}
    />
  );
}

/** Opens the browser's file dialog for builds. Browsers require a user gesture. */
export function chooseBuilds(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.ipa,.apk';
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
  input.click();
}

type FileButtonProps = { readonly label: string; readonly onFiles: (files: readonly File[]) => void };

export function FileButton({ label, onFiles }: FileButtonProps) {
  return (
    <Button icon="add" className="file-button" title={label} onClick={() => chooseBuilds(onFiles)}>
      <span>{label}</span>
    </Button>
  );
}
