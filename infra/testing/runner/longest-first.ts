import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longestFiles: readonly string[] = [
  'infra/tools/soak/soak.integration.test.ts',
  'infra/testing/system/access-matrix.integration.test.ts',
  'infra/local/start.integration.test.ts',
  'functions/accounts/faults.integration.test.ts',
  'infra/testing/system/malformed-inputs.integration.test.ts',
];

/**
 * Starts the longest files of each project first, so that none of them runs alone at the end. Vitest knows durations
 * only from the previous run; without one it orders files by size, and the slowest files are small.
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
