/** What the limits of this machine allow, and what a thread costs on it. */
package threadwall.doctor;
