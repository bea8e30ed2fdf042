// What the recipe's two MiniLM graphs share: WordPiece ids of a text, and a session that gives one output.
import { Tokenizer } from '@huggingface/tokenizers';
import type { CatalogModel } from '../core/domain/catalog.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { ArtifactSource } from '../core/domain/ports.ts';
import { createOnnxSession } from './onnx-session.ts';

export type BertSource = {
  readonly model: CatalogModel;
  readonly artifacts: ArtifactSource;
  readonly threads: number;
};

export type Bert = {
  readonly startId: number;
  readonly endId: number;
  /** Ids of the words alone. Nothing in a text can become a control token. */
  readonly wordIds: (text: string) => readonly number[];
  /**
   * @param inputs one sequence, every input of its length
   * @returns `size` finite numbers
   * @throws WinnowError `engine-failed`
   */
  readonly run: (inputs: Readonly<Record<string, readonly number[]>>) => Promise<Float32Array>;
  readonly dispose: () => Promise<void>;
};

/** @throws WinnowError `engine-failed`; the artifact source's own errors */
export async function loadBert(
  { model, artifacts, threads }: BertSource,
  graphFile: string,
  output: { readonly name: string; readonly size: number },
): Promise<Bert> {
  const tokenizerFile = await artifacts.read(model.id, 'tokenizer.json');
  const graph = await artifacts.read(model.id, graphFile);
  const session = await createOnnxSession({ graph, threads });
  const file = JSON.parse(new TextDecoder().decode(tokenizerFile));
  const tokenizer = new Tokenizer({ ...file, added_tokens: [] }, {});

  function controlId(token: string): number {
    const id = tokenizer.token_to_id(token);
    if (id !== undefined) return id;
    throw new WinnowError('engine-failed', `The tokenizer of ${model.id} has no ${token}. Build the files again.`);
  }

  return {
    startId: controlId('[CLS]'),
    endId: controlId('[SEP]'),
    wordIds: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    run: async (inputs) => {
      const tensors = Object.entries(inputs).map(
        ([name, ids]) => [name, { data: BigInt64Array.from(ids, BigInt), dims: [ids.length] }] as const,
      );
      const values = (await session.run(Object.fromEntries(tensors))).get(output.name);
      if (values?.length === output.size && values.every(Number.isFinite)) return values;
      const got = values ? `${values.length} numbers (${values.subarray(0, 3).join(', ')}…)` : 'nothing';
      throw new WinnowError('engine-failed', `${model.id} gave ${got}, not ${output.size} finite numbers.`);
    },
    dispose: session.dispose,
  };
}
