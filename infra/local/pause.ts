import { join } from 'node:path';
import * as z from 'zod/mini';
import { createJsonWriter, readOrSetAside } from './json-file.ts';

export const pauseSchema = z.object({ paused: z.boolean() });

/** Whether the local system takes no changes, and lets stream and timer wait (REL-05). It survives a restart. */
export const openPause = async (folder: string) => {
  const path = join(folder, 'pause.json');
  let isOn = (await readOrSetAside(path, pauseSchema))?.paused ?? false;
  const save = createJsonWriter(path, () => ({ paused: isOn }));
  return {
    isOn: () => isOn,
    set: async (paused: boolean): Promise<void> => {
      isOn = paused;
      await save();
    },
  };
};

export type LocalPause = Awaited<ReturnType<typeof openPause>>;
