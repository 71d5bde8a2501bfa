/** Uploads a file with axios and form-data. Disables redirects, for which axios buffers the file. */
import { createReadStream } from 'node:fs';
import axios from 'axios';
import FormData from 'form-data';

const [url, path] = process.argv.slice(2);
if (url === undefined || path === undefined) throw new Error('usage: axios-upload.ts URL FILE');

const form = new FormData();
form.append('file', createReadStream(path));
await axios.post(url, form, {
  headers: form.getHeaders(),
  maxRedirects: 0,
  maxBodyLength: Number.POSITIVE_INFINITY,
});
