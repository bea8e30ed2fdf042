import { serveLanguageModel } from './serve-language-model.ts';

serveLanguageModel();
