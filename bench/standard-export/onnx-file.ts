// As much of the ONNX format (onnx.proto, protocol buffers) as a graph with its weights in a second file needs.

type Attribute = number | { readonly float: number };

export type OnnxNode = {
  readonly type: string;
  /** Empty names stand for inputs and outputs that are left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Default: ONNX's own operators. */
  readonly domain?: string;
};

const elementTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

export type OnnxTensor = {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly number[];
  /** Inside the file, or at an offset of the weights file. */
  readonly content: Uint8Array | { readonly location: string; readonly offset: number; readonly length: number };
};

/** Numbers are fixed sizes, strings name sizes that vary. */
export type OnnxValue = {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly (number | string)[];
};

export type OnnxGraph = {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
};

const irVersion = 8;
const operatorSet = 17;

export function onnxFile(graph: OnnxGraph): Uint8Array {
  const operatorSets = [
    ['', operatorSet],
    ['com.microsoft', 1],
  ] as const;
  return message(
    integer(1, irVersion),
    bytes(
      7,
      message(
        ...graph.nodes.map((node) => bytes(1, nodeMessage(node))),
        text(2, 'decoder'),
        ...graph.tensors.map((tensor) => bytes(5, tensorMessage(tensor))),
        ...graph.inputs.map((value) => bytes(11, valueMessage(value))),
        ...graph.outputs.map((value) => bytes(12, valueMessage(value))),
      ),
    ),
    ...operatorSets.map(([domain, version]) => bytes(8, message(text(1, domain), integer(2, version)))),
  );
}

function nodeMessage({ type, inputs, outputs, attributes = {}, domain = '' }: OnnxNode): Uint8Array {
  return message(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) =>
      bytes(
        5,
        typeof value === 'number'
          ? message(text(1, name), integer(3, value), integer(20, 2))
          : message(text(1, name), float(2, value.float), integer(20, 1)),
      ),
    ),
    text(7, domain),
  );
}

function tensorMessage({ name, type, dims, content }: OnnxTensor): Uint8Array {
  const shape = dims.map((size) => integer(1, size));
  const head = [...shape, integer(2, elementTypes[type]), text(8, name)];
  if (content instanceof Uint8Array) return message(...head, bytes(9, content));
  const entries = Object.entries(content).map(([key, value]) => bytes(13, message(text(1, key), text(2, `${value}`))));
  return message(...head, ...entries, integer(14, 1));
}

function valueMessage({ name, type, dims }: OnnxValue): Uint8Array {
  const shape = dims.map((size) => bytes(1, typeof size === 'number' ? integer(1, size) : text(2, size)));
  const tensorType = message(integer(1, elementTypes[type]), bytes(2, message(...shape)));
  return message(text(1, name), bytes(2, message(bytes(1, tensorType))));
}

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}

function integer(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(field << 3), ...varint(value)]);
}

function float(field: number, value: number): Uint8Array {
  return message(Uint8Array.from(varint((field << 3) | 5)), new Uint8Array(Float32Array.of(value).buffer));
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, new TextEncoder().encode(value));
}

function bytes(field: number, content: Uint8Array): Uint8Array {
  return message(Uint8Array.from([...varint((field << 3) | 2), ...varint(content.length)]), content);
}

/** Negative numbers go as 64-bit two's complement. */
function varint(value: number): number[] {
  const out: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...out, Number(rest)];
}
