import { type FileLimits, readBook } from './workbook.ts';

/** Reads one workbook: a file of its own, since the browser starts a worker with one. */
self.addEventListener(
  'message',
  ({ data: { bytes, most } }: MessageEvent<{ readonly bytes: Uint8Array; readonly most: FileLimits }>) => {
    readBook(bytes, most).then((answer) => self.postMessage(answer), reportError);
  },
);
