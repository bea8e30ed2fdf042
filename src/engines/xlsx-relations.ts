import { attribute, childElements, type XmlElement } from './xml-tree.ts';
import { resolveMember } from './zip-members.ts';

type Roots = (path: string) => XmlElement | undefined;

/** The end of a relation's type, `worksheet` or `drawing`, with the member that it leads to. */
export type Relation = { readonly id: string; readonly kind: string; readonly path: string };

/** What a member refers to, inside the archive. */
export function relationsOf(path: string, root: Roots): readonly Relation[] {
  const slash = path.lastIndexOf('/') + 1;
  const list = root(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`);
  return (list ? childElements(list, 'Relationship') : [])
    .filter((relation) => attribute(relation, 'TargetMode') !== 'External')
    .map((relation) => ({
      id: attribute(relation, 'Id') ?? '',
      kind: (attribute(relation, 'Type') ?? '').replace(/^.*\//s, ''),
      path: resolveMember(path, attribute(relation, 'Target') ?? ''),
    }));
}

export type RelatedMembers = {
  readonly tables: readonly XmlElement[];
  readonly drawings: readonly XmlElement[];
  /** Notes as programs before 2019 know them. */
  readonly comments: readonly XmlElement[];
  readonly threads: readonly XmlElement[];
  /** Who wrote in the threads, by id. */
  readonly persons: ReadonlyMap<string, string>;
};

/** The members that belong to a sheet. One that is missing is as if it were not named. */
export function relatedMembers(path: string, root: Roots): RelatedMembers {
  const relations = relationsOf(path, root);
  const rootsOf = (kind: string): readonly XmlElement[] =>
    relations.filter((relation) => relation.kind === kind).flatMap((relation) => root(relation.path) ?? []);
  const list = root('xl/persons/person.xml');
  const persons = (list ? childElements(list, 'person') : []).map((person): [string, string] => [
    attribute(person, 'id') ?? '',
    attribute(person, 'displayName') ?? '',
  ]);
  return {
    tables: rootsOf('table'),
    drawings: rootsOf('drawing'),
    comments: rootsOf('comments'),
    threads: rootsOf('threadedComment'),
    persons: new Map(persons),
  };
}
