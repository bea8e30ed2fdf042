import { describe, expect, it } from 'vitest';
import { collectWords, joinAllLines, joinLines } from './join-lines.ts';

const none = new Set<string>();

describe('joinLines', () => {
  it('joins a word that was split at the line end', () => {
    expect(joinLines('an exam-', 'ple of it', none)).toBe('an example of it');
  });

  it('keeps the hyphen of a compound that the document writes with one', () => {
    expect(joinLines('a right-', 'hand man', collectWords(['the right-hand side']))).toBe('a right-hand man');
    expect(joinLines('a right-', 'hand man', none)).toBe('a righthand man');
    expect(joinLines('a self-', 'made man', none)).toBe('a self-made man');
  });

  it('does not touch hyphens between names and numbers, or dashes', () => {
    expect(joinLines('Anglo-', 'Saxon', none)).toBe('Anglo-Saxon');
    expect(joinLines('2019-', '2020', none)).toBe('2019-2020');
    expect(joinLines('a pause -', 'then', none)).toBe('a pause - then');
  });

  it('puts no space between lines of Chinese, and one between others', () => {
    expect(joinLines('我们在', '这里', none)).toBe('我们在这里');
    expect(joinLines('one', 'two', none)).toBe('one two');
  });

  it('is the same over many lines as step by step', () => {
    const lines = ['The exam-', 'ple goes', 'on in a well-', 'known way', '', 'to the end'];
    const stepwise = lines.reduce((text, line) => joinLines(text, line, none), '');
    expect(joinAllLines(lines, none)).toBe(stepwise);
  });
});
