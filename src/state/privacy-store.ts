import { createStore } from 'zustand/vanilla';

/** What the page has asked the network for since it was loaded. */
export type PrivacyFacts = {
  /** Requests answered by this site itself: the page, its scripts, the model files. */
  readonly ownCount: number;
  /** Requests to any other site. The policy of the page forbids them: 0. */
  readonly foreignCount: number;
  /** Requests that the content-security policy stopped before they left. */
  readonly blockedCount: number;
  /** Origins of the foreign and the blocked ones, each once. */
  readonly foreignOrigins: readonly string[];
};

export const createPrivacyStore = () =>
  createStore<PrivacyFacts>(() => ({ ownCount: 0, foreignCount: 0, blockedCount: 0, foreignOrigins: [] }));
export type PrivacyStore = ReturnType<typeof createPrivacyStore>;
