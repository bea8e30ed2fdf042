import type { ExportedLibrary, ImportedLibrary, LibraryFileReader, TransferOptions } from '../domain/library-file.ts';
import type { LibraryService } from '../domain/services.ts';
import type { OpenLibraryWriter } from './export-library.ts';

/** What the page does itself, or the worker before there is a library. */
type Elsewhere = 'open' | 'onChange' | 'unpack' | 'persist';

/** A library that is open: the service behind the wall, where files are what an engine makes of them. */
export type Library = Omit<LibraryService, Elsewhere | 'exportLibrary' | 'importLibrary'> & {
  readonly exportLibrary: (openWriter: OpenLibraryWriter, options?: TransferOptions) => Promise<ExportedLibrary>;
  readonly importLibrary: (reader: LibraryFileReader, options?: TransferOptions) => Promise<ImportedLibrary>;
};
