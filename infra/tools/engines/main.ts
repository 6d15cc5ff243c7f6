import { runAsCommand } from '#infra/command';
import { putClass } from '#infra/local/seed/put';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { sampleClass } from '#infra/testing/samples/samples';
import { startTestStack } from '#infra/testing/stack/test-stack';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { makeJourney, screenOf } from './screen.ts';
import { startFirefox, startWebkit } from './start-engines.ts';

const engines = { WebKit: startWebkit, Firefox: startFirefox };

await runAsCommand(async () => {
  const stack = await startTestStack();
  try {
    for (const [name, start] of Object.entries(engines)) {
      const startedAt = Date.now();
      const engine = await start();
      try {
        const now = new Date();
        const today = toCalendarDate(now, defaultTimeZone);
        const dates = { start_date: addDays(today, -17), end_date: addDays(today, 39) };
        const cls = sampleClass({ now, capacities: [5], overrides: dates });
        await putClass(stack.table, cls);
        await makeJourney(screenOf(engine, stack.url), stack, cls);
        console.log(`${name}: the journey took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
      } catch (failure) {
        console.error(`${name}:`, failure instanceof Error ? failure.message : failure);
        console.error(await engine.run('return location.href + "\\n" + document.body.innerText;'));
        process.exitCode = 1;
      } finally {
        await engine.stop();
      }
    }
  } finally {
    await stack.stop();
  }
});
