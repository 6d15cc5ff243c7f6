import { vi } from 'vitest';

// Files of tests share a process, and with it the libraries, which take longer to load than most of the tests take to
// run. Our own modules are loaded anew for each file: the handlers read the environment of its stack when they are.
vi.resetModules();
