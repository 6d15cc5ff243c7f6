import { editModules, replacing } from './edit-modules.ts';

/** React Router's own chunk; its name changes with the version. */
const module = '/react-router/dist/development/chunk-6KYCQHYJ.mjs';

/**
 * The site uses declarative routing (router.tsx), in which no route has data. React Router decides that while it runs, so
 * the bundler keeps what only its data routers and its framework use, 4 KB of script (gzip).
 */
const edits = [
  // The package names no production build for bundlers.
  replacing('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'),
  // An assignment keeps a component that is not used.
  replacing('Form.displayName = "Form";', ''),
  replacing('RenderErrorBoundary.contextType = RSCRouterContext;', ''),
  replacing('= React3.memo(DataRoutes2)', '= /* @__PURE__ */ React3.memo(DataRoutes2)'),
  // Only the framework provides what prefetches the data of a link.
  replacing(
    `let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(
      prefetch,
      rest
    );`,
    'const shouldPrefetch = false, prefetchRef = null, prefetchHandlers = null;',
  ),
  replacing(
    `let dataRouterState = dataRouterOpts?.state;
  if (matches == null) {`,
    `const dataRouterState = null;
  if (matches == null) {`,
  ),
  replacing('if (dataRouterOpts && dataRouterState) {', 'if (dataRouterState) {'),
  replacing('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()'),
];

/** Leaves out what React Router has for data routers and its framework. */
export const declarativeRouter = editModules(
  'declarative-router',
  edits.map((edit) => ({ module, edit, isForBrowsers: true })),
);
