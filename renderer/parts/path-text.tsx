import { splitPath } from '../logic/file-path.ts';

/** A path on one line, truncated in the middle, not at the end. */
export function PathText({ path }: { readonly path: string }) {
  const [start, end] = splitPath(path);
  return (
    <bdi className="path-text" title={path}>
      <span>{start}</span>
      <span>{end}</span>
    </bdi>
  );
}
