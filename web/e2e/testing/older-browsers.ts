import type { Page } from '@playwright/test';
import { type NewerApi, newerApis } from '../../src/app/browsers/newer-features.ts';

/** Only the name of its error is newer than the supported browsers. */
const isKept = ({ owner, member }: NewerApi): boolean => owner === 'AbortSignal' && member === 'timeout';

/** Takes every API that a supported browser lacks away from a page and those it opens. Call it before `goto`. */
export const removeNewerApis = async (page: Page): Promise<void> => {
  await page.addInitScript(
    (apis) => {
      const remove = (object: unknown, name: string): void => {
        if ((typeof object === 'object' && object) || typeof object === 'function') {
          Reflect.deleteProperty(object, name);
        }
      };
      for (const { owner, member, isOn } of apis) {
        if (member === null) remove(globalThis, owner);
        const object: unknown = owner === 'Window' ? globalThis : Reflect.get(globalThis, owner);
        if (member === null || object === undefined) continue;
        if (isOn !== 'instances' || object === globalThis) remove(object, member);
        if (isOn !== 'object' && typeof object === 'function') remove(object.prototype, member);
      }
    },
    newerApis.filter((api) => !isKept(api)),
  );
};
