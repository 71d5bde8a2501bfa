/** Uploads one file and is killed in the middle. Arguments: URL, journal, file; account, secrets, and folder of sent builds as JSON. */
import { openResumableQueue, storeRequest } from './resumable-queue.ts';

const [url = '', journalPath = '', path = '', options = '[]'] = process.argv.slice(2);
const { uploads, close } = openResumableQueue(url, journalPath, ...JSON.parse(options));
const { id } = await uploads.add(storeRequest(path));
await uploads.start();
await uploads.idle();
process.stdout.write(`${uploads.get(id)?.state}\n`);
await close();
