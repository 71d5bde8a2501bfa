/** Report of one request: command name (such as `PutObjectCommand`), time until the response, and success. */
type S3RequestFacts = { readonly command: string; readonly seconds: number; readonly isSuccess: boolean };

export type S3Settings = {
  /** Server base address without the bucket, such as `https://s3.example.org`. */
  readonly endpoint: string;
  /** Region name; many servers other than Amazon's accept `us-east-1`. */
  readonly region: string;
  /** Must exist. */
  readonly bucket: string;
  readonly accessKeyId: string;
  /** Never logged or included in errors. */
  readonly secretAccessKey: string;
  /** True for `endpoint/bucket/key`, as most servers require; false for `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
  /** Prepended unchanged to each object name, such as `builds/`. May be empty. */
  readonly prefix: string;
  readonly onRequest?: (request: S3RequestFacts) => void;
};
