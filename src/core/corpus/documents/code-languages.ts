/** How declarations look in a language: see `engines/code-outline.ts`. */
export type CodeFamily =
  | 'python'
  | 'script'
  | 'c'
  | 'types'
  | 'rust'
  | 'go'
  | 'ruby'
  | 'shell'
  | 'sql'
  | 'r'
  | 'lua'
  | 'tex'
  | 'yaml'
  | 'sections'
  | 'none';

export type CodeLanguage = {
  /** As people write it. */
  readonly name: string;
  readonly mediaType: string;
  readonly family: CodeFamily;
};

const language = (name: string, mediaType: string, family: CodeFamily, extensions: string): [string, CodeLanguage][] =>
  extensions.split(' ').map((extension) => [extension, { name, mediaType, family }]);

/** By extension in lower case. Code has no signature: the name alone tells one language from another, and from prose. */
const languages: ReadonlyMap<string, CodeLanguage> = new Map([
  ...language('Python', 'text/x-python', 'python', 'py pyi pyw'),
  ...language('JavaScript', 'text/javascript', 'script', 'js mjs cjs jsx'),
  ...language('TypeScript', 'text/x-typescript', 'script', 'ts tsx mts cts'),
  ...language('Vue', 'text/x-vue', 'none', 'vue'),
  ...language('Svelte', 'text/x-svelte', 'none', 'svelte'),
  ...language('Java', 'text/x-java', 'types', 'java'),
  ...language('Kotlin', 'text/x-kotlin', 'types', 'kt kts'),
  ...language('Scala', 'text/x-scala', 'types', 'scala'),
  ...language('C#', 'text/x-csharp', 'types', 'cs'),
  ...language('Swift', 'text/x-swift', 'types', 'swift'),
  ...language('Dart', 'text/x-dart', 'types', 'dart'),
  ...language('PHP', 'text/x-php', 'types', 'php'),
  ...language('C', 'text/x-c', 'c', 'c h'),
  ...language('C++', 'text/x-c++', 'c', 'cpp cc cxx hpp hh hxx ino cu'),
  ...language('MATLAB or Objective-C', 'text/x-matlab', 'c', 'm'),
  ...language('Objective-C++', 'text/x-objective-c', 'c', 'mm'),
  ...language('Rust', 'text/x-rust', 'rust', 'rs'),
  ...language('Go', 'text/x-go', 'go', 'go'),
  ...language('Ruby', 'text/x-ruby', 'ruby', 'rb rake gemspec'),
  ...language('Elixir', 'text/x-elixir', 'ruby', 'ex exs'),
  ...language('Perl', 'text/x-perl', 'shell', 'pl pm'),
  ...language('shell script', 'text/x-shellscript', 'shell', 'sh bash zsh fish'),
  ...language('PowerShell', 'text/x-powershell', 'shell', 'ps1 psm1'),
  ...language('Windows batch', 'text/x-bat', 'none', 'bat cmd'),
  ...language('SQL', 'application/sql', 'sql', 'sql'),
  ...language('R', 'text/x-r', 'r', 'r'),
  ...language('Julia', 'text/x-julia', 'lua', 'jl'),
  ...language('Lua', 'text/x-lua', 'lua', 'lua'),
  ...language('Haskell', 'text/x-haskell', 'none', 'hs'),
  ...language('CSS', 'text/css', 'none', 'css scss sass less'),
  ...language('LaTeX', 'text/x-tex', 'tex', 'tex ltx sty cls'),
  ...language('BibTeX', 'text/x-bibtex', 'none', 'bib'),
  ...language('YAML', 'application/yaml', 'yaml', 'yaml yml'),
  ...language('TOML', 'application/toml', 'sections', 'toml'),
  ...language('INI', 'text/x-ini', 'sections', 'ini cfg conf properties editorconfig'),
  ...language('XML', 'application/xml', 'none', 'xml xsd xsl xslt plist'),
  ...language('GraphQL', 'text/x-graphql', 'none', 'graphql gql'),
  ...language('Protocol Buffers', 'text/x-protobuf', 'none', 'proto'),
  ...language('Terraform', 'text/x-terraform', 'none', 'tf tfvars'),
  ...language('Gradle', 'text/x-gradle', 'none', 'gradle groovy'),
]);

export const codeExtensions: readonly string[] = [...languages.keys()];

/** Undefined for an extension of no language. */
export const codeLanguage = (extension: string): CodeLanguage | undefined => languages.get(extension);

const withAn: ReadonlySet<string> = new Set(['SQL', 'R', 'XML', 'INI', 'Elixir', 'Objective-C++']);

/** Completes the sentence "it is …". */
export const codeLabel = ({ name }: CodeLanguage): string => `${withAn.has(name) ? 'an' : 'a'} ${name} file`;
