// The events of one query → a trace that can be stored, exported as JSON and played again.
import type { QueryEvent, Trace } from '../domain/events.ts';
import { answerPrompt } from '../query/synthesis/answer-prompt.ts';

/**
 * What shaped the events, as text: models by hash, prompts by version. Two traces with one fingerprint were made by
 * the same models and prompts.
 */
function fingerprintOf(events: readonly QueryEvent[]): string {
  const parts: string[] = ['trace=1'];
  for (const event of events) {
    if (event.type === 'started') {
      parts.push(`model=${event.model.modelId}:${event.model.modelHash}`, `engine=${event.model.engine}`);
      parts.push(`strategy=${JSON.stringify(event.strategy)}`);
    } else if (event.type === 'selection') {
      const { promptVersion, scoring } = event.selection;
      if (scoring) parts.push(`cross-encoder=${scoring.modelId}:${scoring.modelHash}`);
      parts.push(`ranker-prompt=${promptVersion}`);
    }
  }
  return [...parts, `answer-prompt=${answerPrompt.version}`].join(' ');
}

/**
 * @param id unique among stored traces
 * @param startedAtMs milliseconds since 1970
 */
export function createTrace(id: string, startedAtMs: number, events: readonly QueryEvent[]): Trace {
  return { version: 1, id, startedAtMs, fingerprint: fingerprintOf(events), events: [...events] };
}
