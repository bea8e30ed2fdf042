import { mount } from './mount.tsx';
import { readUrlOptions } from './url-options.ts';
import { watchRequests } from './watch-requests.ts';
import { wireWinnow } from './wiring.ts';

const state = wireWinnow(readUrlOptions(location.search));
watchRequests(state.privacy);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
mount(root, state);
