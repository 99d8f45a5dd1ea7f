export {
  membraneDamping,
  membraneElasticStress,
  membraneEnergy,
  membraneStrain,
  membraneStrainRate,
  membraneViscousStress,
  membraneVonMises,
} from './membrane-fields';
export { speed } from './speed';
export { springEnergy, springStrain } from './spring-fields';
