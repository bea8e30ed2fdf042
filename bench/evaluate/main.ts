// `npm run evaluate -- selection --data FOLDER --strategy identity@5`: see README.md, "Evaluate".
import { evaluateAnswers } from './evaluate-answers.ts';
import { evaluateFloors } from './evaluate-floors.ts';
import { evaluateRetrieval } from './evaluate-retrieval.ts';
import { evaluateSelection } from './evaluate-selection.ts';
import { evaluateTable } from './evaluate-table.ts';
import { evaluateThreshold } from './evaluate-threshold.ts';

const commands: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  selection: evaluateSelection,
  answers: evaluateAnswers,
  threshold: evaluateThreshold,
  floors: evaluateFloors,
  retrieval: evaluateRetrieval,
  table: evaluateTable,
};

const [name = '', ...words] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`"${name}" is no command; there are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
await command(words).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
