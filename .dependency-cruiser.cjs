// Import zones: what each room may import. Type-only imports count.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ')}`,
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: [from, ...allowed] },
});

const stages = [
  'src/core/corpus/documents',
  'src/core/corpus/passages',
  'src/core/corpus/search-index',
  'src/core/query/candidates',
  'src/core/query/selection',
  'src/core/query/synthesis',
  'src/core/evaluation',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'Bare names are npm packages: npm itself and the compiler check those.',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
    only('domain-imports-nothing', '^src/core/domain/', []),
    ...stages.map((stage) => only(`stage-${stage.split('/').pop()}`, `^${stage}/`, ['^src/core/domain/'])),
    only('pipeline', '^src/core/pipeline/', ['^src/core/']),
    // Files of packages by address (`…?url`) keep their bare name: the cruiser does not look into a package's exports for them.
    only('engines', '^src/engines/', [
      '^src/core/domain/',
      '^src/core/corpus/documents/',
      'node_modules',
      '^onnxruntime-web/.+\\?url$',
    ]),
    only('wall', '^workers/wall/', ['^src/core/domain/', 'node_modules/comlink']),
    only('protocol', '^workers/[^/]+/protocol\\.ts$', ['^src/core/domain/', '^workers/wall/']),
    only('client', '^workers/[^/]+/client\\.ts$', [
      '^src/core/domain/',
      '^workers/wall/',
      '^workers/[^/]+/protocol\\.ts$',
    ]),
    only('worker', '^workers/[^/]+/worker', ['^workers/', '^src/core/', '^src/engines/', '^models/', 'node_modules']),
    only('state', '^src/state/', ['^src/core/domain/', '^src/core/pipeline/', 'node_modules/(zustand|react)']),
    only('ui', '^src/ui/', ['^src/state/', '^src/core/', 'node_modules/(zustand|react)']),
    {
      name: 'worker-entry-is-never-imported',
      severity: 'error',
      comment: 'A worker entry is started by its client with new Worker(new URL(...)).',
      from: {},
      to: { path: '^workers/[^/]+/worker\\.ts$', dependencyTypesNot: ['undetermined'] },
    },
    {
      name: 'engines-are-reached-from-workers-only',
      severity: 'error',
      from: { path: '^src/(app|state|ui|core)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/engines/' },
    },
    {
      name: 'e2e-is-a-black-box',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(src|workers)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.base.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
