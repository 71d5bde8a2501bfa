import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs curl and returns its stdout. Throws if the response does not indicate success. */
export async function runCurl(args: readonly string[]): Promise<string> {
  const curl = spawn('curl', ['-sS', '--no-progress-meter', '--fail-with-body', '-H', 'Expect:', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let answer = '';
  curl.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const [code] = await once(curl, 'close');
  if (code !== 0) throw new Error(`curl ended with ${code}: ${answer}`);
  return answer;
}
