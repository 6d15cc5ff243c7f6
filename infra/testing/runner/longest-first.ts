import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest, longest first. */
export const longestFiles: readonly string[] = [
  'infra/tools/soak/soak.integration.test.ts',
  'infra/testing/system/account-timing.integration.test.ts',
  'functions/admin/counters.integration.test.ts',
  'infra/testing/system/last-places.integration.test.ts',
  'infra/testing/system/malformed-inputs.integration.test.ts',
  'infra/local/start.integration.test.ts',
  'infra/testing/system/access-matrix.integration.test.ts',
  'infra/tools/soak/mutants.integration.test.ts',
  'functions/account/faults.integration.test.ts',
  'web/e2e/admin-classes.e2e.ts',
  'web/e2e/accessibility.e2e.ts',
  'web/e2e/admin-story.e2e.ts',
  'web/e2e/account-story.e2e.ts',
  'web/e2e/many-classes.e2e.ts',
];

/**
 * Starts the longest files of each project first, so that none is left to run alone in the end. Vitest knows how long
 * files take only from the run before; without one it goes by their size, and the longest are short.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = longestFiles.indexOf(relative(root, moduleId));
      return rank === -1 ? longestFiles.length : rank;
    };
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) =>
      own.toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}
