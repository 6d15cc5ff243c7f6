import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { StartError } from './start-error.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const require = createRequire(import.meta.url);

export interface EngineHost {
  readonly platform: string;
  readonly resolve: (file: string) => string;
  /** Installs a package without changing package.json or the lockfile. @throws Error where the registry does not have it */
  readonly install: (spec: string) => Promise<unknown>;
  readonly isOnPath: (program: string) => Promise<boolean>;
}

const thisHost: EngineHost = {
  platform: `${process.platform}-${process.arch}`,
  resolve: require.resolve,
  install: (spec) => {
    console.log(`Installing the DynamoDB engine for this platform: ${spec}`);
    return run('npm', ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', spec], {
      cwd: root,
    });
  },
  isOnPath: (program) =>
    run(program, ['--version']).then(
      () => true,
      () => false,
    ),
};

const resolved = ({ resolve }: EngineHost, file: string): string | undefined => {
  try {
    return resolve(file);
  } catch {
    return undefined;
  }
};

/** From the lockfile on Linux x64, else from the registry at the same version (DEV-03). @throws StartError with what to do */
export const findEngine = async (host: EngineHost = thisHost): Promise<string> => {
  const { platform } = host;
  if (platform.startsWith('win32'))
    throw new StartError(
      'The local system does not run on Windows itself.',
      'Run it in WSL (`wsl --install`).',
    );
  const name = `@dynoxide/${platform}`;
  const file = `${name}/dynoxide`;
  const present = resolved(host, file);
  if (present) return present;
  if (await host.isOnPath('dynoxide')) return 'dynoxide';
  try {
    await host.install(`${name}@${packageJson.optionalDependencies['@dynoxide/linux-x64']}`);
    return host.resolve(file);
  } catch {
    throw new StartError(
      `There is no DynamoDB engine for ${platform}: ${name} could not be installed.`,
      'Put `dynoxide` on the PATH, or set DYNAMODB_ENDPOINT to the address of a DynamoDB-compatible engine.',
    );
  }
};
