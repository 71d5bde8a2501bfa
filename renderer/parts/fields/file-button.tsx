import { Button } from '../button.tsx';
import { chooseBuilds } from './choose-files.ts';

type Props = { readonly label: string; readonly onFiles: (files: readonly File[]) => void };

/** A button that lets a person choose build files. */
export function FileButton({ label, onFiles }: Props) {
  return (
    <Button icon="add" className="file-button" title={label} onClick={() => chooseBuilds(onFiles)}>
      <span>{label}</span>
    </Button>
  );
}
