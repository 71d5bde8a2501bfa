/** Uploads PATH to the sink at URL and tells by how many bytes its resident memory grew at most, the thread that hashes included. */
import { openClient, upload } from './uploads.ts';

const [url = '', path = ''] = process.argv.slice(2);
const most = (): number => process.resourceUsage().maxRSS * 1024;
const api = openClient(url);
await api.signIn();
const idle = most();
await upload(api, path);
process.send?.({ grown: most() - idle });
await api.close();
process.disconnect();
