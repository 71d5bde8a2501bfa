/** In pixels. */
export type ImageSize = { readonly width: number; readonly height: number };
