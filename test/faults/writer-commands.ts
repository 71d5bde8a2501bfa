/** Commands of a writer process. `from` and `to` are offsets in `source` and in the file. */
export type WriterCommand =
  | { readonly act: 'open'; readonly path: string; readonly flags: 'w' | 'r+' }
  | {
      readonly act: 'write';
      readonly path: string;
      readonly source: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly act: 'truncate'; readonly path: string; readonly size: number }
  | { readonly act: 'close'; readonly path: string }
  | { readonly act: 'times'; readonly path: string; readonly seconds: number }
  | { readonly act: 'rename'; readonly path: string; readonly to: string };
