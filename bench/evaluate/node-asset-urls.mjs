// Loader hooks for Node: `import url from 'package/file?url'`, which Vite resolves in the app, gives the file's URL here too.
const suffix = '?url';

export async function resolve(specifier, context, nextResolve) {
  if (!specifier.endsWith(suffix)) return nextResolve(specifier, context);
  const { url } = await nextResolve(specifier.slice(0, -suffix.length), context);
  return { url: `${url}${suffix}`, format: 'module', shortCircuit: true };
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith(suffix)) return nextLoad(url, context);
  const source = `export default ${JSON.stringify(url.slice(0, -suffix.length))};`;
  return { format: 'module', source, shortCircuit: true };
}
