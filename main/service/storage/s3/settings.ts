/** What it was (`PutObjectCommand`), how long until the answer began, and whether it was what was hoped for. */
type S3Request = { readonly command: string; readonly seconds: number; readonly isDone: boolean };

/** How builds are kept in S3-compatible storage. */
export type S3Settings = {
  /** Address of the server, `https://s3.example.org` or with a port; no bucket in it. */
  readonly endpoint: string;
  /** As the server calls it; many that are not Amazon's take `us-east-1`. */
  readonly region: string;
  /** It has to exist. */
  readonly bucket: string;
  readonly accessKeyId: string;
  /** Never logged and in no error. */
  readonly secretAccessKey: string;
  /** True for `endpoint/bucket/key`, as most servers that are not Amazon's want it; false for `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
  /** Stands before the name of each object as it is, `builds/` for instance; may be empty. */
  readonly prefix: string;
  /** Called after each request to the server. */
  readonly onRequest?: (request: S3Request) => void;
};
