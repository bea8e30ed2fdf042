import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sniff } from './sniff.ts';

const fixtures = new URL('../../../../e2e/fixtures/documents/', import.meta.url);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, fixtures)));

describe('sniff', () => {
  it('believes the bytes, not the name', () => {
    expect(sniff(fixture('photo-named.pdf'), 'photo-named.pdf')).toEqual({
      readable: false,
      mediaType: 'image/jpeg',
      label: 'a JPEG image',
    });
    expect(sniff(fixture('debian-history.pdf'), 'history.txt')).toMatchObject({ readable: true, format: 'pdf' });
  });

  it('finds a PDF header behind other bytes, but not in a text about PDFs', () => {
    const mail = new Uint8Array([0, 1, 2, 3, ...bytesOf('\n%PDF-1.4\n'), 0, 200, 201]);
    expect(sniff(mail, 'x')).toMatchObject({ format: 'pdf' });
    expect(sniff(bytesOf('A PDF file begins with %PDF- and a version.'), 'note.txt')).toMatchObject({ format: 'text' });
  });

  it('tells kinds of text apart', () => {
    expect(sniff(bytesOf('<!DOCTYPE html><p>x'), 'page')).toMatchObject({ format: 'html' });
    expect(sniff(bytesOf('\ufeff<!-- saved --> <html lang="en">'), 'page.txt')).toMatchObject({ format: 'html' });
    expect(sniff(bytesOf('<p>a fragment'), 'page.HTM')).toMatchObject({ format: 'html' });
    expect(sniff(bytesOf('no tags at all'), 'page.html')).toMatchObject({ format: 'text' });
    expect(sniff(bytesOf('# Title'), 'notes.md')).toMatchObject({ format: 'markdown' });
    expect(sniff(bytesOf('a;b\n1;2'), 'table.CSV')).toMatchObject({ format: 'csv' });
    expect(sniff(bytesOf('{"cells": []}'), 'work.ipynb')).toMatchObject({ format: 'notebook' });
    expect(sniff(bytesOf('From: a@b.c\n\nx'), 'mail.eml')).toMatchObject({ format: 'eml' });
    const mailbox = 'From ada@b.c Mon Nov  2 09:00:00 2026\r\nSubject: x\r\n\r\nx';
    expect(sniff(bytesOf(mailbox), 'Inbox')).toMatchObject({ format: 'mbox' });
    expect(sniff(bytesOf('From ada@b.c\n\nx'), 'a.zip/Inbox.mbox')).toMatchObject({ format: 'mbox' });
    expect(sniff(bytesOf('From ada@b.c\n\nx'), 'a.mbox/letter')).toMatchObject({ format: 'text' });
    expect(sniff(bytesOf('{"cells": []}'), 'work.json')).toMatchObject({ format: 'json' });
    expect(sniff(bytesOf('no braces'), 'work.jsonl')).toMatchObject({ format: 'json' });
    expect(sniff(bytesOf('\ufeff [\n{"a": 1}]'), 'answer.txt')).toMatchObject({ format: 'json' });
    expect(sniff(bytesOf('{"a": 1}'), 'notes.md')).toMatchObject({ format: 'markdown' });
    expect(sniff(bytesOf('[1] A note.'), 'notes.txt')).toMatchObject({ format: 'text' });
    expect(sniff(bytesOf('import os'), 'a.PY')).toEqual({
      readable: true,
      format: 'code',
      mediaType: 'text/x-python',
      label: 'a Python file',
    });
    expect(sniff(bytesOf('<?xml version="1.0"?><a/>'), 'a.xml')).toMatchObject({ label: 'an XML file' });
    expect(sniff(bytesOf('<html><p>x'), 'a.php')).toMatchObject({ format: 'html' });
    expect(sniff(bytesOf('no braces'), 'work.ipynb')).toMatchObject({ format: 'text' });
    expect(sniff(bytesOf('# Title'), 'notes.txt')).toMatchObject({ format: 'text' });
    expect(sniff(bytesOf('<?xml version="1.0"?><svg xmlns="x">'), 'a.txt')).toMatchObject({
      mediaType: 'image/svg+xml',
    });
  });

  it('reads UTF-16 with and without a mark', () => {
    const json = new Uint8Array([0xff, 0xfe, ...[...'{"a": 1}'].flatMap((character) => [character.charCodeAt(0), 0])]);
    expect(sniff(json, 'x')).toMatchObject({ format: 'json' });
    const text = '<html><body>hello</body></html>';
    const units = [...text].flatMap((character) => [character.charCodeAt(0), 0]);
    expect(sniff(new Uint8Array([0xff, 0xfe, ...units]), 'x')).toMatchObject({ format: 'html' });
    expect(sniff(new Uint8Array(units), 'x')).toMatchObject({ format: 'html' });
  });

  it('names office files, archives and unknown binaries', () => {
    expect(sniff(bytesOf('PK\x03\x04....[Content_Types].xml....word/document.xml'), 'a.pdf')).toMatchObject({
      label: 'a Word document (.docx)',
    });
    expect(sniff(bytesOf('PK\x03\x04..mimetype\x05\x06..META-INF/container.xml'), 'a.zip')).toMatchObject({
      format: 'epub',
    });
    expect(sniff(bytesOf('PK\x03\x04..mimetype\x05\x06..content.xml'), 'a.zip')).toMatchObject({ format: 'odf' });
    expect(sniff(bytesOf('PK\x03\x04....[Content_Types].xml....xl/workbook.xml'), 'a')).toMatchObject({
      format: 'xlsx',
    });
    expect(sniff(bytesOf('PK\x03\x04....[Content_Types].xml....xl/workbook.bin'), 'a.xlsx')).toMatchObject({
      readable: false,
      label: 'an Excel workbook in binary form (.xlsb)',
    });
    expect(sniff(bytesOf('PK\x03\x04....other.bin'), 'a.md')).toMatchObject({ mediaType: 'application/zip' });
    const bmp = Uint8Array.from('BM\xff\xff\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'.padEnd(64, '\0'), (c) => c.charCodeAt(0));
    // Its beginning is enough: its length is not looked at.
    expect(sniff(bmp, 'a')).toMatchObject({ mediaType: 'image/bmp' });
    expect(sniff(bytesOf('BMW builds cars, and bicycles.'), 'a.txt')).toMatchObject({ format: 'text' });
    expect(sniff(new Uint8Array([1, 2, 3, 0, 0, 5]), 'a.txt')).toMatchObject({ mediaType: 'application/octet-stream' });
  });
});
