/** Uploads PATH to URL and reports by how much its peak resident memory grows, including the hash thread. */
import { openClient, upload } from './uploads.ts';

const [url = '', path = ''] = process.argv.slice(2);
const peak = (): number => process.resourceUsage().maxRSS * 1024;
const api = openClient(url);
await api.signIn();
const idle = peak();
await upload(api, path);
process.send?.({ grown: peak() - idle });
await api.close();
process.disconnect();
