import { WinnowError } from '../domain/errors.ts';

/** @param what completes "its member “…” …" */
export function damagedMember(member: string, what: string): WinnowError {
  return new WinnowError(
    'library-file-damaged',
    `This library cannot be imported: its member “${member}” ${what}. Nothing of it was added. Export the library again, or take another copy of the file.`,
    { member, what },
  );
}

export function foreignFile(what: string): WinnowError {
  return new WinnowError(
    'library-file-foreign',
    `This is not a library that Winnow exported: ${what}. Add the files in it as documents instead.`,
    { what },
  );
}

export function newerVersion(version: number, knownVersion: number): WinnowError {
  return new WinnowError(
    'library-file-version',
    `This library was exported by a newer Winnow (format ${version}, this page knows ${knownVersion}). Reload the page to get the newer Winnow, and import it again.`,
    { version, knownVersion },
  );
}
