import { useRef } from 'react';
import { Button } from './button.tsx';

type Props = { readonly label: string; readonly onFiles: (files: readonly File[]) => void };

/** A button that lets a person choose build files. */
export function FileButton({ label, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="add" className="file-button" title={label} onClick={() => input.current?.click()}>
        <span>{label}</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".ipa,.apk"
        aria-label={label}
        data-testid="choose-builds"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file must be choosable again after it was rebuilt.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
