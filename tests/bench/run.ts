import { asText, createReport } from './report';
import { againstByHand, blowUpWatch, everyIntegrator, implicitSteps, liveLimit, recording } from './suites';

/** `npm run bench`, or `npm run --silent bench -- --json` for a machine to read. */
const report = createReport();
for (const suite of [againstByHand, everyIntegrator, implicitSteps, blowUpWatch, liveLimit, recording]) suite(report);
console.log(process.argv.includes('--json') ? JSON.stringify(report, null, 2) : asText(report));
