// Type-checks every project; one per runtime, so that the wrong global is a compile error.
import { spawnSync } from 'node:child_process';

const projects = ['core', 'app', 'workers', 'node'];
const failed = projects.filter((name) => {
  const { status } = spawnSync('npx', ['tsc', '-p', `tsconfig.${name}.json`], { stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) console.error(`Type errors in: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
