import type { Plugin } from 'vite';

export interface Edit {
  /** End of the path of the module. */
  readonly module: string;
  readonly edit: (code: string) => string | Promise<string>;
  /** Whether the prerendered pages are made without it. */
  readonly isForBrowsers?: boolean;
}

/**
 * An edit of a module's code.
 * @throws Error when the code does not contain `from` exactly so many times
 */
export const replacing =
  (from: string, to: string, times = 1) =>
  (code: string): string => {
    const parts = code.split(from);
    if (parts.length - 1 !== times) throw new Error(`The module does not contain ${times} times: ${from}`);
    return parts.join(to);
  };

/**
 * A plugin that edits modules of libraries in the built site.
 * @throws Error when a module is not in the build
 */
export const editModules = (name: string, edits: readonly Edit[]): Plugin => {
  const editsIn = (environment: string): readonly Edit[] =>
    edits.filter(({ isForBrowsers }) => environment === 'client' || !isForBrowsers);
  return {
    name,
    apply: 'build',
    async transform(code, id) {
      const wanted = editsIn(this.environment.name).filter(({ module }) => id.endsWith(module));
      if (wanted.length === 0) return undefined;
      let edited = code;
      for (const { edit } of wanted) edited = await edit(edited);
      return { code: edited, map: null };
    },
    buildEnd(failure) {
      if (failure) return;
      const ids = [...this.getModuleIds()];
      const missing = editsIn(this.environment.name).find(
        ({ module }) => !ids.some((id) => id.endsWith(module)),
      );
      if (missing) throw new Error(`The build has no module ${missing.module}`);
    },
  };
};
