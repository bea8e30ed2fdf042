import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pagePolicy } from './scripts/vite-page-policy.ts';
import { serveModels } from './scripts/vite-serve-models.ts';
import { servePdfData } from './scripts/vite-serve-pdf-data.ts';
import { serveRecognition } from './scripts/vite-serve-recognition.ts';

// Cross-origin isolation gives WebAssembly its threads (SharedArrayBuffer).
const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  base: './',
  plugins: [react(), pagePolicy(), serveModels(), servePdfData(), serveRecognition()],
  worker: { format: 'es' },
  build: { target: 'es2023', chunkSizeWarningLimit: 7000, assetsInlineLimit: 0 },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});
