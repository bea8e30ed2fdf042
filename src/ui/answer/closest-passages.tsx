import type { QueryView } from '../../core/pipeline/fold-query.ts';
import { useWinnow } from '../../state/use-winnow.ts';
import { passageTitle, placeWords } from '../evidence/passage-place.ts';
import { formatChance } from '../format.ts';

const SHOWN = 3;

/** The passages that came closest to being kept, so that the person can judge the refusal. */
export function ClosestPassages({ view }: { readonly view: QueryView }) {
  const { sourceActions } = useWinnow();
  const closest = view.candidates
    .filter((entry) => entry.decision?.kind === 'dropped' || entry.decision?.kind === 'not-read')
    // In pool order where nobody gave probabilities.
    .toSorted((a, b) => (b.probability ?? 0) - (a.probability ?? 0))
    .slice(0, SHOWN);
  if (closest.length === 0) return null;
  return (
    <section aria-labelledby="closest-title">
      <h4 id="closest-title" className="section-title">
        Closest passages
      </h4>
      <ul className="closest">
        {closest.map(({ candidate, decision, probability }) => (
          <li key={candidate.passage.id}>
            <button
              type="button"
              className="closest-item"
              onClick={() => {
                sourceActions.showPane('evidence');
                sourceActions.showPassage(candidate.passage.id);
              }}
            >
              <span className="closest-head">
                <strong>{passageTitle(candidate.passage)}</strong>
                <span className="closest-fate figures">
                  {decision?.kind === 'dropped' ? 'Dropped' : 'Not read'}
                  {probability !== null && `, chance ${formatChance(probability)}`}
                </span>
              </span>
              <span className="closest-text">{candidate.passage.text}</span>
              <span className="closest-place">{placeWords(candidate)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
