/** What the limits of this machine allow. */
package threadwall.doctor;
