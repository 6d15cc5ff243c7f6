import { watch } from 'node:fs';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createServer, type ViteDevServer } from 'vite';
import { freePort } from './addresses.ts';
import type { SiteHandler } from './app.ts';
import type { HandlerLoader } from './handlers.ts';
import { printStep, run } from './run.ts';

const projectRoot = join(import.meta.dirname, '../..');

const siteOf =
  (vite: ViteDevServer): SiteHandler =>
  (c) =>
    new Promise((resolve, reject) => {
      const { incoming, outgoing } = c.env;
      outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT));
      vite.middlewares(incoming, outgoing, (error: unknown) =>
        error ? reject(error) : resolve(c.notFound()),
      );
    });

const handlersOf = (vite: ViteDevServer): HandlerLoader => {
  // Vite watches these too, but can miss a change to a module that failed to load.
  for (const folder of ['functions', 'shared']) {
    watch(join(projectRoot, folder), { recursive: true, persistent: false }, () =>
      vite.environments.ssr.moduleGraph.invalidateAll(),
    );
  }
  const loadModule = (path: string) => vite.ssrLoadModule(join(projectRoot, 'functions', path));
  // The modules export these; Vite does not know their types.
  return {
    load: async (name) => (await loadModule(`entries/${name}.ts`)).handler,
    settings: async () => ({
      shiftClock: (await loadModule('lib/clock.ts')).shiftClock,
      checkRequests: (await loadModule('lib/aws-requests.ts')).checkRequests,
    }),
  };
};

await run(join(projectRoot, '.local'), async (options) => {
  const { startStack } = await import('./stack.ts');
  const vite = await createServer({
    configFile: join(projectRoot, 'web/vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  });
  try {
    const stack = await startStack({
      ...options,
      throttled: true,
      onStep: printStep,
      site: siteOf(vite),
      handlers: handlersOf(vite),
    });
    return {
      ...stack,
      stop: async () => {
        await vite.close();
        await stack.stop();
      },
    };
  } catch (error) {
    await vite.close();
    throw error;
  }
});
