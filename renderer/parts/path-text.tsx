import { baseName } from '../logic/file-path.ts';

/** A path on one line. Truncates its start, but not its last segment. */
export function PathText({ path }: { readonly path: string }) {
  const at = path.lastIndexOf(baseName(path));
  const start = path.slice(0, at);
  const end = path.slice(at);
  return (
    <bdi className="path-text" title={path}>
      <span>{start}</span>
      <span>{end}</span>
    </bdi>
  );
}
