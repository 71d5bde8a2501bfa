import type { Ref } from 'react';

type Props = {
  readonly ref: Ref<HTMLInputElement>;
  readonly accept: string;
  readonly label: string;
  readonly onFile: (file: File) => void;
};

/** Lets a person choose one file; hidden behind the button that clicks it. */
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
        // The same file can be chosen again after it was changed.
        event.currentTarget.value = '';
      }}
    />
  );
}
