import { Readable } from 'node:stream';

const bufferedBytes = 256 * 1024;

/**
 * The bytes of an answer as they are asked for. It breaks off when none arrive for `silenceMs` although the reader waits;
 * a reader that is slow itself may take as long as it likes.
 */
export function downloadOf(answer: Readable, silenceMs: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      answer.destroy(new Error(`The S3 server sent nothing for ${silenceMs} ms.`));
    }, silenceMs);
  };
  const stream = new Readable({
    highWaterMark: bufferedBytes,
    read: () => {
      wait();
      answer.resume();
    },
    destroy: (error, done) => {
      clearTimeout(timer);
      answer.destroy();
      done(error);
    },
  });
  answer.pause();
  answer.on('data', (chunk: Buffer) => {
    if (stream.push(chunk)) {
      wait();
    } else {
      clearTimeout(timer);
      answer.pause();
    }
  });
  answer.on('end', () => {
    clearTimeout(timer);
    stream.push(null);
  });
  answer.on('error', (error) => stream.destroy(error));
  return stream;
}
