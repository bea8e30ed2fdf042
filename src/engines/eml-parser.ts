// One e-mail message (RFC 5322, MIME): who, when, about what, and the text. Attachments become documents of their own
// (`unpack-file.ts`; docs/decisions/0017); those that cannot are named here.
import { createDocumentBuilder } from '../core/corpus/documents/document-builder.ts';
import { throwIfCancelled } from '../core/domain/cancel.ts';
import { WinnowError } from '../core/domain/errors.ts';
import type { Parser } from '../core/domain/ports.ts';
import { attachmentsOf, unreadWarnings } from './mail-attachments.ts';
import { addMail, parseMail, subjectOf } from './parse-mail.ts';

export const emlParser: Parser = {
  mediaTypes: ['message/rfc822'],
  parse: async (file, options) => {
    const mail = await parseMail(file.bytes).catch((error: unknown) => {
      throw new WinnowError(
        'document-damaged',
        `“${file.name}” cannot be read as an e-mail. Save it from your mail program again, and add it again.`,
        { name: file.name, cause: error instanceof Error ? error.message : String(error) },
      );
    });
    throwIfCancelled(options?.signal);
    const builder = createDocumentBuilder();
    const subject = subjectOf(mail);
    addMail(builder, mail, subject);
    const warnings = unreadWarnings(attachmentsOf(mail));
    return { mediaType: 'message/rfc822', title: subject || null, warnings, ...builder.finish() };
  },
};
